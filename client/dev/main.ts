/** The specimen page: `?show=bet` draws one fixture, nothing shows the list. */

import { mount } from 'svelte';
import Specimen from './Specimen.svelte';

const target = document.getElementById('app');
if (target) mount(Specimen, { target });
