import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

// While developing, `vite` shows the page and hands everything else to a running server.
const server = 'http://127.0.0.1:8420';

export default defineConfig({
  plugins: [svelte()],
  build: {
    outDir: '../src/omerta/web',
    emptyOutDir: true,
    // Tells the test of sizes what each page loads.
    manifest: true,
    target: 'es2022',
    // Nothing may be inlined into the page: its content security policy allows files alone.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
  // The sources of styles are tested too.
  test: { css: true },
  server: {
    fs: { allow: ['..'] },
    proxy: { '/api': server, '/ws': { target: server, ws: true } },
  },
});
