/**
 * Whether a text names a time zone: "Europe/Vienna", or "UTC". Abbreviations such as "IST" and "CST" mean several zones, and an
 * offset is none.
 */
export function isTimeZone(text: string): boolean {
  if (text === 'UTC') return true;
  if (!/^[A-Z]\w*(?:\/[\w+-]+)+$/.test(text)) return false;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}
