/** The first bytes of spreadsheets: a ZIP file, and the older form. */
const sheets = ['PK\u0003\u0004', '\u00D0\u00CF\u0011\u00E0'];
/** As many bytes tell UTF-16 without a mark. */
const PROBE_BYTES = 400;

/** UTF-16 without a mark: every other byte of Latin letters is 0. */
function utf16Of(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  const probe = bytes.subarray(0, PROBE_BYTES);
  const zeros = (offset: 0 | 1) => probe.filter((byte, index) => byte === 0 && index % 2 === offset).length;
  const many = probe.length / 4;
  if (zeros(1) > many && zeros(0) === 0) return 'utf-16le';
  return zeros(0) > many && zeros(1) === 0 ? 'utf-16be' : undefined;
}

function encodingOf(bytes: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252' {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  const utf16 = utf16Of(bytes);
  if (utf16 !== undefined) return utf16;
  try {
    // A file that was cut within its last letter is still of this encoding.
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
    return 'utf-8';
  } catch {
    return 'windows-1252';
  }
}

/**
 * The text of a file: UTF-8, UTF-16 or, where it is neither, Windows-1252, which contains Latin-1. Marks of the byte order are
 * dropped.
 * @returns undefined for what is no text, such as a spreadsheet
 */
export function decodeText(bytes: Uint8Array): string | undefined {
  const start = String.fromCharCode(...bytes.subarray(0, 4));
  if (sheets.includes(start)) return undefined;
  const text = new TextDecoder(encodingOf(bytes)).decode(bytes);
  return text.includes('\0') ? undefined : text;
}
