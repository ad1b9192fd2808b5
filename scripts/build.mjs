// Builds the apps whose sources changed.
import { ensureBuilt } from './lib/build.mjs';

await ensureBuilt();
