import type { Plugin } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';

/** The ground of the dark theme: what the system shows around the app, and before it. */
const ground = '#0a100d';

/**
 * The manifest, and a worker that keeps the app's own files so that it opens without a network. Calls of the API never
 * pass through a cache. A new version waits until the member asks for it.
 */
export const installable = (): Plugin[] =>
  VitePWA({
    registerType: 'prompt',
    // `app-worker.ts` registers it: only the tab that asked for a new version may load it.
    injectRegister: false,
    filename: 'sw.js',
    manifest: {
      id: './',
      name: 'Touchline',
      short_name: 'Touchline',
      description: 'A football sportsbook whose odds, results and ledger you can check.',
      start_url: './#/',
      scope: './',
      display: 'standalone',
      orientation: 'any',
      theme_color: ground,
      background_color: ground,
      categories: ['sports'],
      icons: [
        { src: 'icon.svg', sizes: 'any', type: 'image/svg+xml' },
        { src: 'icon-192.png', sizes: '192x192', type: 'image/png' },
        { src: 'icon-512.png', sizes: '512x512', type: 'image/png' },
        { src: 'icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
      ],
    },
    includeManifestIcons: false,
    workbox: {
      importScripts: ['push-sw.js'],
      globPatterns: ['index.html', 'icon.svg', 'assets/*.{js,css}'],
      // The texts of all languages: each device keeps those it shows.
      globIgnores: ['assets/app*.gen-*.js'],
      // Their names change with their content, so that the worker may take them from the browser's cache.
      dontCacheBustURLsMatching: /^assets\//,
      // The app itself only: other pages of the host, such as those of a payment service, are the server's.
      navigateFallback: null,
      ignoreURLParametersMatching: [/./],
      cleanupOutdatedCaches: true,
      clientsClaim: true,
      skipWaiting: false,
      runtimeCaching: [
        {
          urlPattern: /\/assets\/app[\w.-]*\.gen-[\w-]+\.js$/,
          handler: 'CacheFirst',
          options: { cacheName: 'texts', expiration: { maxEntries: 6 } },
        },
        {
          urlPattern: /\/flags\/[a-z-]+\.svg$/,
          handler: 'CacheFirst',
          options: { cacheName: 'flags', expiration: { maxEntries: 300, maxAgeSeconds: 30 * 86_400 } },
        },
      ],
    },
  });
