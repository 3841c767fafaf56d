/** The browser's part of a shuffle. */

const NONCE_BYTES = 16;

/** 16 random bytes in hex, made at this moment: after the house's commitment was seen. */
export function freshNonce(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(NONCE_BYTES));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
