import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { browserFlags, findBrowser } from '../../../tests/fixtures/browser.ts';

/** A browser that others drive by its debugging port. */
export type OwnBrowser = {
  port: number;
  /** Puts values into the local storage of an origin, as a visit would have left them. */
  keep(origin: string, values: Readonly<Record<string, string>>): Promise<void>;
  close(): Promise<void>;
};

/** Starts the browser of the tests with a temporary profile. */
export const openBrowser = async (): Promise<OwnBrowser> => {
  const profile = await mkdtemp(join(tmpdir(), 'touchline-bench-browser-'));
  const flags = [...browserFlags, '--remote-debugging-port=0', `--user-data-dir=${profile}`];
  const child = spawn(await findBrowser(), [...flags, 'about:blank'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const port = await new Promise<number>((resolve, reject) => {
    let text = '';
    child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
      const found = /DevTools listening on ws:\/\/[^:]+:(\d+)\//.exec(text)?.[1];
      if (found !== undefined) resolve(Number(found));
    });
    child.once('exit', () => reject(new Error(`the browser ended before it was ready:\n${text}`)));
  });
  return {
    port,
    keep: async (origin, values) => {
      const browser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`);
      const page = await browser.contexts()[0]?.newPage();
      // A file of the server that starts nothing.
      await page?.goto(`${origin}/api/common/systemConfig`);
      await page?.evaluate(`for (const [key, value] of ${JSON.stringify(Object.entries(values))}) {
        localStorage.setItem(key, value);
      }`);
      await page?.close();
      // Lets go of the browser, which runs on.
      await browser.close();
    },
    close: async () => {
      const gone = once(child, 'exit');
      child.kill('SIGTERM');
      await gone;
      await rm(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
    },
  };
};
