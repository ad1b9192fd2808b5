import { fileURLToPath } from 'node:url';

// Node compiles a program of the server once for all starts by tests. This is set here and not in the environment of the run,
// because Vitest's workers must not have it: each would write its whole cache before it ends, and of two that do so at once
// one hangs.
process.env['NODE_COMPILE_CACHE'] ??= fileURLToPath(new URL('../../../../.cache/compiled', import.meta.url));
