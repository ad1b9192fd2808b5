import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

/**
 * Puts the square flags of flag-icons next to the app as `flags/<code>.svg`. Named by code and not imported, so
 * that 270 addresses are not part of the scripts; a page loads the few flags it shows.
 */
export const flags = (): Plugin => {
  const root = dirname(fileURLToPath(import.meta.resolve('flag-icons/package.json')));
  const folder = join(root, 'flags', '1x1');
  const names = new Set(readdirSync(folder));
  return {
    name: 'touchline-flags',
    configureServer: ({ middlewares }) => {
      middlewares.use((request, response, next) => {
        const name = /^\/flags\/([a-z-]+\.svg)$/.exec(request.url ?? '')?.[1];
        if (name === undefined || !names.has(name)) return next();
        response.setHeader('content-type', 'image/svg+xml');
        return response.end(readFileSync(join(folder, name)));
      });
    },
    generateBundle() {
      for (const name of names) {
        this.emitFile({ type: 'asset', fileName: `flags/${name}`, source: readFileSync(join(folder, name)) });
      }
    },
  };
};
