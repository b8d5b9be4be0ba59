/**
 * Makes a database clock that a simulation moves (microseconds). It never reads the machine's time and does not forbid steps back:
 * simulations take them. Nothing here can fail.
 */
import { type RawBuilder, sql } from 'kysely';

/** The simulated time of the database, in microseconds. */
export interface SimulatedTime {
  micros: number;
}

/** An expression that is compiled to the time of that moment. */
export function clockOf(time: SimulatedTime): RawBuilder<number> {
  return new Proxy(sql<number>`0`, {
    get(_builder, key) {
      const now = sql<number>`${sql.lit(time.micros)}`;
      const member: unknown = Reflect.get(now, key);
      return typeof member === 'function' ? member.bind(now) : member;
    },
  });
}
