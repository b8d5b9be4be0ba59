/**
 * The state of a service (starting, ready, stopping), seen by all threads that answer at once. It only goes forward:
 * nothing sets it back.
 */
import type { Services } from '../http/services.ts';

const states = ['starting', 'ready', 'stopping'] as const satisfies ReturnType<Services['state']>[];

/** A state that every HTTP thread sees at once. */
export interface ServiceState {
  now(): (typeof states)[number];
  set(state: (typeof states)[number]): void;
}

/** `memory`: one 32-bit integer, shared where several threads answer. */
export function openState(memory: SharedArrayBuffer | ArrayBuffer = new ArrayBuffer(4)): ServiceState {
  const place = new Int32Array(memory);
  return {
    now: () => states[Atomics.load(place, 0)] ?? 'starting',
    set(state) {
      Atomics.store(place, 0, states.indexOf(state));
    },
  };
}
