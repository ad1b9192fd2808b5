import jsqr from 'jsqr';
import type { Locator, Page } from 'playwright-core';
import { Type } from 'typebox';
import { Value } from 'typebox/value';

const Pixels = Type.Object({ width: Type.Integer(), height: Type.Integer(), rgba: Type.String() });

// Runs in the page, which can read its own pictures: a picture of the screen as its pixels.
const readPixels = `async (png) => {
  const picture = new Image();
  picture.src = 'data:image/png;base64,' + png;
  await picture.decode();
  const canvas = Object.assign(document.createElement('canvas'), { width: picture.width, height: picture.height });
  const on = canvas.getContext('2d');
  on.drawImage(picture, 0, 0);
  const { data } = on.getImageData(0, 0, picture.width, picture.height);
  let text = '';
  for (let at = 0; at < data.length; at += 4096) text += String.fromCharCode(...data.subarray(at, at + 4096));
  return { width: picture.width, height: picture.height, rgba: btoa(text) };
}`;

/** Scans a QR code on the screen. @returns what it says */
export const scanQr = async (code: Locator): Promise<string> =>
  textOfPng(code.page(), await code.screenshot());

/** Scans a QR code in a picture. @returns what it says */
export const textOfPng = async (page: Page, png: Buffer): Promise<string> => {
  const read: unknown = await page.evaluate(`(${readPixels})(${JSON.stringify(png.toString('base64'))})`);
  const { width, height, rgba } = Value.Parse(Pixels, read);
  // Its types tell of a module with a default.
  const scanned = jsqr.default(new Uint8ClampedArray(Buffer.from(rgba, 'base64')), width, height);
  if (scanned === null) throw new Error('The QR code could not be read');
  return scanned.data;
};
