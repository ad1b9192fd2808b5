import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { compressed } from '../../scripts/lib/compress-plugin.ts';
import { chunkName, chunks } from './chunks.ts';
import { flags } from './flags-plugin.ts';
import { proofPage } from './proof-page-plugin.ts';
import { installable } from './pwa-plugin.ts';
import { scopedNames } from './scoped-names.ts';
import { startEarly } from './start-plugin.ts';

/** The API that the development server of Vite passes calls on to. */
const apiOrigin = 'http://127.0.0.1:3000';

export default defineConfig({
  // Relative addresses: the built app works at any path of any host.
  base: './',
  plugins: [react(), flags(), startEarly(), proofPage(), installable(), compressed()],
  css: { modules: { generateScopedName: scopedNames() } },
  server: { proxy: { '/api': { target: apiOrigin, changeOrigin: false } } },
  build: {
    outDir: 'dist',
    target: 'es2022',
    // The first with `Map.groupBy`, which the scripts use. All of them know `oklch`, so colours have no second and third form.
    cssTarget: ['chrome117', 'firefox119', 'safari17.4'],
    manifest: true,
    // Small images would otherwise be put into the scripts that name them.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    cssCodeSplit: false,
    rolldownOptions: {
      output: { codeSplitting: chunks(), chunkFileNames: chunkName },
    },
    reportCompressedSize: true,
  },
});
