type Listener = (...values: never[]) => void;

/** As in Electron an event can be prevented. */
export interface StandInEvent {
  defaultPrevented: boolean;
  preventDefault(): void;
}

export function preventable<Details extends object>(details: Details): Details & StandInEvent {
  return Object.assign(details, {
    defaultPrevented: false,
    preventDefault(this: StandInEvent) {
      this.defaultPrevented = true;
    },
  });
}

/** Returning never satisfies every overload of Electron's `on`, each of which answers its own `this`. */
export interface Events {
  readonly on: (name: string, listener: Listener) => never;
  readonly once: (name: string, listener: Listener) => never;
  readonly emit: (name: string, ...values: unknown[]) => void;
}

export function createEvents(): Events {
  const listeners = new Map<string, Listener[]>();
  const self: Events = {
    on(name, listener) {
      listeners.set(name, [...(listeners.get(name) ?? []), listener]);
      return self as never;
    },
    once(name, listener) {
      const once: Listener = (...values) => {
        listeners.set(
          name,
          (listeners.get(name) ?? []).filter((each) => each !== once),
        );
        listener(...values);
      };
      return self.on(name, once);
    },
    emit(name, ...values) {
      for (const listener of listeners.get(name) ?? []) listener(...(values as never[]));
    },
  };
  return self;
}
