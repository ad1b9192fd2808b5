/**
 * The bytes of a key as browsers take it.
 * @param text base64url, as the server sends it
 */
export const keyBytes = (text: string): Uint8Array<ArrayBuffer> => {
  const base64 = text.replaceAll('-', '+').replaceAll('_', '/');
  return Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
};

/** Bytes in base64url without padding, as the server takes them. */
export const keyText = (bytes: ArrayBuffer): string =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
