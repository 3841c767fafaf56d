/** Which page a path names; pure. */

export type Route =
  | { readonly page: 'lobby' }
  | { readonly page: 'table'; readonly table: string }
  | { readonly page: 'history'; readonly round: string | null }
  | { readonly page: 'verify'; readonly round: string }
  | { readonly page: 'recover' }
  | { readonly page: 'account' }
  | { readonly page: 'rules'; readonly game: string | null }
  | { readonly page: 'fairness' }
  | { readonly page: 'nowhere' };

/** The page of a path. */
export function routeOf(path: string): Route {
  const [first = '', second = '', ...more] = path.replace(/^\/+|\/+$/g, '').split('/');
  if (more.length > 0) return { page: 'nowhere' };
  const name = decoded(second);
  if (first === '') return { page: 'lobby' };
  if (first === 'table' && /^[a-z0-9-]{1,64}$/.test(name)) return { page: 'table', table: name };
  if (first === 'history') return { page: 'history', round: name || null };
  if (first === 'verify' && name) return { page: 'verify', round: name };
  if (first === 'rules') return { page: 'rules', game: name || null };
  if (second !== '') return { page: 'nowhere' };
  if (first === 'recover') return { page: 'recover' };
  if (first === 'account') return { page: 'account' };
  if (first === 'fairness') return { page: 'fairness' };
  return { page: 'nowhere' };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
}
