import "./check-node.mjs";

await import("./main.ts");
