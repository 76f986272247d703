import "./check-node.mjs";

await import("./backup.ts");
