import { useEffect, useState } from 'react';
import { serverNow } from '../../lib/server-clock.ts';

const two = (value: number): string => String(value).padStart(2, '0');

/** A span of time as a clock counts it down: "24:51", "1:04:51"; nothing left is "0:00". A begun second counts. */
export const countdownText = (ms: number): string => {
  const seconds = Math.max(0, Math.ceil(ms / 1_000));
  const [hours, minutes] = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60];
  const rest = two(seconds % 60);
  return hours > 0 ? `${hours}:${two(minutes)}:${rest}` : `${minutes}:${rest}`;
};

/** Milliseconds left until a time by the server's clock, second by second; 0 when it is over. */
export const useLeft = (until: string): number => {
  const left = () => Math.max(0, Date.parse(until) - serverNow()) || 0;
  const [leftMs, setLeftMs] = useState(left);
  useEffect(() => {
    setLeftMs(left());
    const timer = setInterval(() => setLeftMs(left()), 1_000);
    return () => clearInterval(timer);
    // oxlint-disable-next-line react/exhaustive-deps
  }, [until]);
  return leftMs;
};
