import { peopleRows } from './people-rows.ts';
import { tryRoom } from './room.ts';

tryRoom(peopleRows);
