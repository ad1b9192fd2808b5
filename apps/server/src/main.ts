import { listenForStop } from './core/process.ts';

const say = (line: string): void => void process.stdout.write(`${line}\n`);

// Installed before all else is loaded, so that a signal during the start closes what is open.
const stopping = listenForStop(say);
const { serve } = await import('./start.ts');
process.exit(await serve({ env: process.env, stopping, say }));
