import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** A style sheet of the kit, which both apps use too. */
const sheet = (url: string): string => readFileSync(fileURLToPath(url), 'utf8');

/** The look of the member app: its colours and sizes, and what these pages need of the rest. */
export const style = `
${sheet(import.meta.resolve('@touchline/kit/colours.css'))}
${sheet(import.meta.resolve('@touchline/kit/sizes.css'))}
:root { color-scheme: light dark; }
*, *::before, *::after { box-sizing: border-box; margin: 0; padding: 0; }
html { background: var(--ground); -webkit-text-size-adjust: 100%; text-size-adjust: 100%; }
body {
  color: var(--text); max-inline-size: var(--column); margin-inline: auto; padding-block: 0 2rem;
  font: 400 0.9375rem / 1.45 system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', 'Noto Sans Arabic',
    'PingFang SC', 'Noto Sans CJK SC', sans-serif;
}
.mark {
  background: var(--amber-wash); color: var(--amber); font-weight: 560; text-align: center;
  padding: 0.5rem 1rem; border-end-start-radius: var(--radius); border-end-end-radius: var(--radius);
}
main { padding: 1.25rem 1rem 0; display: grid; gap: 1rem; }
h1 { font-size: 1.375rem; line-height: 1.25; font-weight: 650; }
h2 { font-size: 1.0625rem; font-weight: 650; }
.soft { color: var(--soft); }
.card {
  background: var(--card); border: 1px solid var(--line); border-radius: var(--radius);
  padding: 1rem; display: grid; gap: 0.75rem;
}
dl { display: grid; gap: 0.5rem; }
dl div { display: flex; justify-content: space-between; align-items: baseline; gap: 1rem; }
dt { color: var(--soft); flex: none; }
dd { text-align: end; overflow-wrap: anywhere; }
.figures { font-variant-numeric: tabular-nums; font-weight: 560; unicode-bidi: isolate; }
.amount { font-size: 1.875rem; line-height: 1.2; font-weight: 650; }
form { display: grid; gap: 0.75rem; }
.fields { display: grid; grid-template-columns: 1fr 1fr; gap: 0.75rem; align-items: start; }
label { display: grid; gap: 0.25rem; font-size: 0.8125rem; color: var(--soft); }
input {
  font: inherit; font-size: 1rem; color: var(--text); background: transparent; inline-size: 100%;
  border: 1px solid var(--field-line); border-radius: var(--radius-s); min-block-size: var(--control);
  padding-inline: 0.75rem; font-variant-numeric: tabular-nums;
}
input[aria-invalid='true'] { border-color: var(--red); }
button, .button {
  font: inherit; font-weight: 560; min-block-size: var(--control); padding: 0.5rem 1rem; cursor: pointer;
  border-radius: var(--radius-s); border: 1px solid var(--field-line); background: transparent; color: var(--text);
  display: grid; place-items: center; text-align: center; text-decoration: none; inline-size: 100%;
}
.main { background: var(--pitch); border-color: var(--pitch); color: var(--pitch-ink); }
.grid { display: grid; grid-template-columns: repeat(auto-fit, minmax(9.5rem, 1fr)); gap: 0.75rem; }
.wrong { color: var(--red); }
.note { padding: 0.75rem 1rem; border-radius: var(--radius-s); background: var(--pitch-wash); }
.note.bad { background: var(--red-wash); color: var(--red); }
ul { list-style: none; display: grid; }
li a, li div {
  display: flex; justify-content: space-between; align-items: center; gap: 1rem; min-block-size: var(--touch);
  color: inherit; text-decoration: none; overflow-wrap: anywhere;
}
li a, li div { padding-block: 0.375rem; }
li .figures { flex: none; white-space: nowrap; }
li + li { border-block-start: 1px solid var(--line); }
li a .soft { text-align: end; }
:focus-visible { outline: 2px solid var(--pitch); outline-offset: 2px; }
`;

/** The pages may use their own style, and send forms to this server, and nothing else. */
export const policy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');
