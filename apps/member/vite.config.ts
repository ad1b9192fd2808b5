import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { compressed } from '../../scripts/lib/compress-plugin.ts';
import { chunkName, chunks } from './chunks.ts';
import { proofPage } from './proof-page-plugin.ts';
import { installable } from './pwa-plugin.ts';
import { classNames, scopedName } from './class-names.ts';
import { startEarly } from './start-plugin.ts';

/**
 * Puts the square flags of flag-icons next to the app as `flags/<code>.svg`. Named by code and not imported, so
 * that 270 addresses are not part of the scripts; a page loads the few flags it shows.
 */
const flags = (): Plugin => {
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

/** The API that the development server of Vite passes calls on to. */
const apiOrigin = 'http://127.0.0.1:3000';

export default defineConfig({
  // Relative addresses: the built app works at any path of any host.
  base: './',
  plugins: [react(), classNames(), flags(), startEarly(), proofPage(), installable(), compressed()],
  // The router's store asks for React's own hook through a copy of it for versions of React that have none.
  resolve: {
    alias: { 'use-sync-external-store/shim/with-selector': 'use-sync-external-store/with-selector' },
  },
  css: { modules: { generateScopedName: scopedName } },
  server: { proxy: { '/api': { target: apiOrigin, changeOrigin: false } } },
  build: {
    outDir: 'dist',
    target: 'es2022',
    // The first with `Map.groupBy`, which the scripts use. All of them know `oklch`, so colours have no second and third form.
    cssTarget: ['chrome117', 'firefox119', 'safari17.4'],
    manifest: true,
    // Small images would otherwise be put into the scripts that name them.
    assetsInlineLimit: 0,
    // The page names the core, so that it is fetched with the first script. The list of what to fetch with a part is in that
    // script, and leaves out the part itself, which is fetched anyway, and what every page brings.
    modulePreload: {
      polyfill: false,
      resolveDependencies: (part, needed, { hostType }) =>
        hostType === 'html'
          ? needed
          : needed.filter((file) => file !== part && !/\/(rolldown-runtime|core|home)-/.test(file)),
    },
    cssCodeSplit: false,
    rolldownOptions: {
      output: { codeSplitting: chunks(), chunkFileNames: chunkName },
    },
    reportCompressedSize: true,
  },
});
