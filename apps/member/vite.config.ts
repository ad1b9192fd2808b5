import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { flags } from './flags-plugin.ts';
import { installable } from './pwa-plugin.ts';

/** The API that the development server of Vite passes calls on to. */
const apiOrigin = 'http://127.0.0.1:3000';

/** Modules of no page in particular. */
const sharedRooms =
  /apps[\\/]member[\\/]src[\\/]features[\\/]|packages[\\/](money|football)[\\/]src|locales[\\/]src[\\/](format|team|feed)/;

export default defineConfig({
  // Relative addresses: the built app works at any path of any host.
  base: './',
  plugins: [react(), flags(), installable()],
  server: { proxy: { '/api': { target: apiOrigin, changeOrigin: false } } },
  build: {
    outDir: 'dist',
    target: 'es2022',
    manifest: true,
    // Small images would otherwise be put into the scripts that name them.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // What most pages share comes in one piece: many small ones cost more than they save.
        codeSplitting: { groups: [{ name: 'shared', minShareCount: 14, test: sharedRooms }] },
        // The entry names every chunk, so names are short; the worker knows the texts by theirs.
        chunkFileNames: ({ name }) =>
          name.endsWith('.gen') ? 'assets/[name]-[hash].js' : 'assets/c-[hash].js',
        assetFileNames: ({ names }) =>
          names.some((name) => name.endsWith('.css'))
            ? 'assets/s-[hash][extname]'
            : 'assets/[name]-[hash][extname]',
      },
    },
    reportCompressedSize: true,
  },
});
