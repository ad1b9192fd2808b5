import { listenForStop } from './platform/stopping.ts';

const say = (line: string): void => void process.stdout.write(`${line}\n`);

// Before all else is loaded, which takes a moment: from here on a signal closes what is open.
const stopping = listenForStop(say);
const { serve } = await import('./serve.ts');
process.exit(await serve({ env: process.env, stopping, say }));
