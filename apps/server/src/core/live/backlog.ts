import { fallbackLan } from '@touchline/locales/locales';
import { visitor, type LiveReader } from './ticket.ts';

/** A message for many streams. */
type Frame = {
  bytes: Buffer;
  /** Whether visitors receive it. */
  isOpen: boolean;
  /** Whose language it has; undefined for readers of all languages. */
  lan: string | undefined;
};

/** Messages for many streams, each kept once until all streams have it. A place counts messages since the start. */
export type Backlog = {
  add: (frame: Frame) => void;
  /** The place of the next message. */
  end: () => number;
  /** What a reader receives of the messages from a place on, as one piece; undefined for nothing. */
  since: (place: number, reader: LiveReader) => Buffer | undefined;
  /** Forgets the messages before a place. */
  forgetBefore: (place: number) => void;
};

/** Whether a reader receives a message. */
export const hears = ({ isOpen, lan }: Pick<Frame, 'isOpen' | 'lan'>, reader: LiveReader): boolean => {
  if (reader === visitor) return isOpen && lan === undefined;
  return lan === undefined || lan === (reader.lan ?? fallbackLan);
};

export const createBacklog = (): Backlog => {
  let first = 0;
  let frames: Frame[] = [];
  // Thousands of streams are at the same place, and readers differ by their language alone.
  const pieces = new Map<string, Buffer | undefined>();
  return {
    add: (frame) => {
      frames.push(frame);
      pieces.clear();
    },
    end: () => first + frames.length,
    since: (place, reader) => {
      if (place >= first + frames.length) return undefined;
      const name = `${reader === visitor ? '' : (reader.lan ?? fallbackLan)} ${place}`;
      if (!pieces.has(name)) {
        const heard = frames.slice(place - first).filter((frame) => hears(frame, reader));
        pieces.set(name, heard.length === 0 ? undefined : Buffer.concat(heard.map(({ bytes }) => bytes)));
      }
      return pieces.get(name);
    },
    forgetBefore: (place) => {
      frames = frames.slice(place - first);
      first = place;
      pieces.clear();
    },
  };
};
