import { createContext } from 'react';

/** Which bet of a list has its history next to the list, and the way to choose another. */
export type Beside = { shown: string | undefined; show: (id: string) => void };

/** Undefined where a card opens its history within itself. */
export const BesideContext = createContext<Beside | undefined>(undefined);

/** Id of the place next to the list. */
export const besideId = 'bet-beside';
