import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'vite';

const styles = `
:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; }
body { max-inline-size: 40rem; margin: 2rem auto; padding: 0 1rem; }
label { display: grid; gap: 0.25rem; margin-block: 1rem; }
input { font: inherit; padding: 0.5rem; }
ol { list-style: none; padding: 0; }
li { margin-block: 0.5rem; overflow-wrap: anywhere; }
[data-state='ok'] { color: light-dark(#0a6b33, #6fe08f); }
[data-state='failed'] { color: light-dark(#b3261e, #ff8a80); font-weight: 600; }
`;

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** The name of the page in the built app. */
const fileName = 'check.html';

/** One page of HTML that checks proofs, with its script inside and no way to any network. */
export const makeProofPage = async (): Promise<string> => {
  const made = await build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    build: {
      write: false,
      target: 'es2022',
      modulePreload: false,
      rolldownOptions: {
        input: fileURLToPath(new URL('./scripts/proof-page-main.ts', import.meta.url)),
        output: { format: 'iife' },
      },
    },
  });
  const outputs = [made].flat().flatMap((one) => ('output' in one ? one.output : []));
  const script = outputs.find((one) => one.type === 'chunk')?.code;
  if (script === undefined) throw new Error('there is no script');
  // Within a script, this alone would end it.
  const safe = script.replaceAll('</script', String.raw`<\/script`);
  const policy = `default-src 'none'; script-src ${hashOf(safe)}; style-src ${hashOf(styles)}`;

  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width">
<title>Check a proof</title>
<style>${styles}</style>
</head>
<body>
<main>
<h1>Check a proof</h1>
<p>This page has no way to any network. Choose a saved proof, or drag it here, and paste the key of the house's log from a source that you trust.</p>
<label>Key of the log <input id="key" autocomplete="off" spellcheck="false"></label>
<label>Proof <input id="file" type="file" accept=".json,application/json"></label>
<div id="steps"></div>
<p id="verdict" role="status"></p>
</main>
<script>${safe}</script>
</body>
</html>
`;
};

/** Puts the page into the built app, from which the server sends it as a file. */
export const proofPage = (): Plugin => ({
  name: 'touchline-proof-page',
  apply: 'build',
  async generateBundle() {
    this.emitFile({ type: 'asset', fileName, source: await makeProofPage() });
  },
});
