import { verifySite } from './verify-site.ts';

try {
  const agrees = await verifySite(process.argv.slice(2), {
    env: process.env,
    print: (line) => void process.stdout.write(`${line}\n`),
  });
  process.exitCode = agrees ? 0 : 1;
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
