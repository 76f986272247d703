import "./check-node.mjs";

await import("./restore.ts");
