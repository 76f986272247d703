/** A process that does nothing until its parent kills it. */
process.send?.("ready");
process.on("message", () => {});
