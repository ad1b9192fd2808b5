import { fileURLToPath } from 'node:url';
import { inject, it } from 'vitest';
import { generateTypes } from '../testing/generate-types.ts';

// Fails with the difference when a migration was written without `npm run codegen`.
it('the types of the schema are those of the migrated database', async () => {
  const url = inject('ownerUrl').replace('NAME', 'template_touchline');
  await generateTypes(url, fileURLToPath(new URL('./schema.gen.ts', import.meta.url)), true);
});
