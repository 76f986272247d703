import { fileURLToPath } from "node:url";
import optimizeLocales from "@react-aria/optimize-locales-plugin";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

/** The address where `npm run dev -w panel` expects a running gateway. */
const GATEWAY = process.env.GATEWAY_URL ?? "http://127.0.0.1:8080";

export default defineConfig({
  root: fileURLToPath(new URL(".", import.meta.url)),
  plugins: [react(), { ...optimizeLocales.vite({ locales: ["en-US", "es-ES", "pt-BR"] }), enforce: "pre" }],
  build: {
    outDir: "dist",
    emptyOutDir: true,
    manifest: true,
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    target: "es2023",
  },
  server: { proxy: { "/panel-api": GATEWAY, "/identity": GATEWAY, "/v1": GATEWAY } },
});
