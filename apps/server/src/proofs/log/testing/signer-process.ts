import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const program = fileURLToPath(new URL('../signer.ts', import.meta.url));

/** A running signer (`npm run signer`). */
export type SignerProcess = {
  /** As `LOG_SIGNER` takes it. */
  address: string;
  kill: () => Promise<void>;
};

/** Starts a signer in a process. @param listen a socket, or an address with the port 0 */
export const startSigner = async (folder: string, listen: string): Promise<SignerProcess> => {
  const child = spawn(process.execPath, [program, '--folder', folder, '--listen', listen], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise<void>((resolve) => {
    child.once('close', () => resolve());
  });
  const address = await new Promise<string>((resolve, reject) => {
    let text = '';
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
      const found = /^The signer is ready at (\S+) /.exec(text)?.[1];
      if (found !== undefined) resolve(found);
    });
    child.once('error', reject);
    void ended.then(() => reject(new Error('the signer has ended')));
  });
  return {
    address,
    kill: async () => {
      child.kill('SIGKILL');
      await ended;
    },
  };
};
