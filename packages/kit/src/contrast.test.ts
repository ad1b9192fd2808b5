import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const css = readFileSync(new URL('colours.css', import.meta.url), 'utf8');

type Oklch = { lightness: number; chroma: number; hue: number; alpha: number };

type Theme = 'light' | 'dark';

const tokenOf = (theme: Theme, name: string): Oklch => {
  const token = new RegExp(`--${name}:\\s*light-dark\\(\\s*oklch\\(([^)]+)\\),\\s*oklch\\(([^)]+)\\)`).exec(
    css,
  );
  const value = theme === 'light' ? token?.[1] : token?.[2];
  if (value === undefined) throw new Error(`no token --${name}`);
  const [lightness = 0, chroma = 0, hue = 0, alpha = 1] = value.split(/[\s/]+/).map(Number);
  return { lightness, chroma, hue, alpha };
};

/** Linear sRGB of an OKLCH colour (matrices: B. Ottosson, "A perceptual color space for image processing"). */
const linear = ({ lightness, chroma, hue }: Oklch): number[] => {
  const a = chroma * Math.cos((hue * Math.PI) / 180);
  const b = chroma * Math.sin((hue * Math.PI) / 180);
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ].map((channel) => Math.min(1, Math.max(0, channel)));
};

const encode = (channel: number) =>
  channel <= 0.0031308 ? 12.92 * channel : 1.055 * channel ** (1 / 2.4) - 0.055;
const decode = (channel: number) =>
  channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;

/** `top` over `under`, mixed as screens do: on encoded channels. */
const over = (top: Oklch, under: number[]): number[] =>
  linear(top).map((channel, index) =>
    decode(encode(channel) * top.alpha + encode(under[index] ?? 0) * (1 - top.alpha)),
  );

const luminance = ([red = 0, green = 0, blue = 0]: number[]) => 0.2126 * red + 0.7152 * green + 0.0722 * blue;

/** Contrast of WCAG 2.2. */
const contrast = (one: number[], other: number[]): number => {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
};

describe.each(['dark', 'light'] as const)('colours of the %s theme', (theme) => {
  const colour = (name: string) => linear(tokenOf(theme, name));

  it.each(
    ['text', 'soft', 'faint', 'pitch', 'amber', 'red'].flatMap((text) =>
      ['ground', 'card', 'raised'].map((surface) => [text, surface] as const),
    ),
  )('%s is legible on %s', (text, surface) => {
    expect(contrast(colour(text), colour(surface))).toBeGreaterThanOrEqual(4.5);
  });

  it.each(['pitch', 'amber', 'red'])('%s is legible on its own wash', (name) => {
    const wash = over(tokenOf(theme, `${name}-wash`), colour('card'));
    expect(contrast(colour(name), wash)).toBeGreaterThanOrEqual(4.5);
  });

  it('ink is legible on the main button, ground on inverted text', () => {
    expect(contrast(colour('pitch-ink'), colour('pitch'))).toBeGreaterThanOrEqual(4.5);
    expect(contrast(colour('ground'), colour('text'))).toBeGreaterThanOrEqual(4.5);
  });

  it('the edge of a field is visible', () => {
    for (const surface of ['ground', 'card']) {
      expect(contrast(colour('field-line'), colour(surface))).toBeGreaterThanOrEqual(3);
    }
  });
});
