// The image's health check. It asks the gateway directly, without its proxy, and exits with 1 unless the gateway is
// well.
const { PORT = "8080" } = process.env;
const answer = await fetch(`http://127.0.0.1:${PORT}/health`).catch((error) => error);
if (!answer.ok) {
  console.error(answer instanceof Error ? `No answer: ${answer.message}` : await answer.text());
  process.exitCode = 1;
}
