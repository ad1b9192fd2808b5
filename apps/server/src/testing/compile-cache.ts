import { fileURLToPath } from 'node:url';

// Node compiles a program of the server once for all the times that tests start it. Set here and not in the environment of
// the run: workers themselves must be without it, as Vitest makes each write its whole cache before it may end, and of two
// that do so at once one hangs.
process.env['NODE_COMPILE_CACHE'] ??= fileURLToPath(new URL('../../../../.cache/compiled', import.meta.url));
