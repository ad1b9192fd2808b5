// Before commands that read the catalogues: makes them where they are missing or old.
import { ensureCatalogues } from './lib/build.mjs';

await ensureCatalogues();
