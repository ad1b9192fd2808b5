// Builds the member app when its sources changed.
import { ensureBuilt } from './lib/build.mjs';

await ensureBuilt();
