// The image's health check: asks the gateway itself, without its proxy. Ends with 1 unless it answers that it is well.
const { PORT = "8080" } = process.env;
const answer = await fetch(`http://127.0.0.1:${PORT}/health`).catch((error) => error);
if (!answer.ok) {
  console.error(answer instanceof Error ? `No answer: ${answer.message}` : await answer.text());
  process.exitCode = 1;
}
