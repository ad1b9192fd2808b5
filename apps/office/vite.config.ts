import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { compressed } from '../../scripts/lib/compress-plugin.ts';

/** The API that the development server of Vite passes calls on to. */
const apiOrigin = 'http://127.0.0.1:3000';

export default defineConfig({
  // Relative addresses: the built app works below any path.
  base: './',
  plugins: [react(), compressed()],
  server: { proxy: { '/api': { target: apiOrigin, changeOrigin: false } } },
  build: {
    outDir: 'dist',
    target: 'es2022',
    manifest: true,
    // The policy of the pages knows no scripts or fonts within others.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    cssCodeSplit: false,
  },
});
