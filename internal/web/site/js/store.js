// The store: what a window of the browser shows, kept in the browser, so that it is there after a
// reload, a crash or a closed tab.
// @ts-check

const base = 'turncoat';
const box = 'kept';
const session = 'turncoat-window';

/** @template T @param {IDBRequest<T>} request @returns {Promise<T>} */
const done = (request) =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

/**
 * Holds a name as long as the page lives, so that no other window takes it.
 * @param {string} name
 * @param {number} wait milliseconds
 * @returns {Promise<boolean>}
 */
const held = (name, wait) =>
  new Promise((resolve) => {
    if (!navigator.locks) {
      resolve(true);
      return;
    }

    const options = wait ? { signal: AbortSignal.timeout(wait) } : { ifAvailable: true };
    navigator.locks
      .request(`${base}-${name}`, options, (lock) => {
        resolve(!!lock);
        return lock && new Promise(() => {});
      })
      .catch(() => resolve(false));
  });

export class Store {
  /**
   * @param {IDBDatabase | null} db none where the browser keeps nothing
   * @param {string} window
   * @param {Map<string, any>} values
   */
  constructor(db, window, values) {
    this.db = db;
    this.window = window;
    this.values = values;
    /**
     * What is written soon: functions that say it when it is time.
     * @type {Map<string, () => any>}
     */
    this.waiting = new Map();
    addEventListener('pagehide', () => this.flush());
    document.addEventListener('visibilitychange', () => {
      if (document.hidden) this.flush();
    });
  }

  /**
   * Opens the store with what this window showed last, or for a new window the last one that has
   * been closed.
   */
  static async open() {
    let db = null;
    /** @type {[string, string][]} */ let keys = [];

    try {
      const request = indexedDB.open(base, 1);
      request.onupgradeneeded = () => request.result.createObjectStore(box);
      db = await done(request);
      keys = /** @type {any} */ (await done(db.transaction(box).objectStore(box).getAllKeys()));
    } catch {
      db = null;
    }

    const latest = db
      ? await Promise.all(
          keys
            .filter((k) => k[1] === 'when')
            .map(async (k) => ({
              window: k[0],
              when: await done(db.transaction(box).objectStore(box).get(k)),
            })),
        )
      : [];

    const all = latest.sort((a, b) => b.when - a.when).map((w) => w.window);
    let mine = '';

    try {
      mine = sessionStorage.getItem(session) || '';
    } catch {
      /* a new window, then */
    }

    const [how] = /** @type {PerformanceNavigationTiming[]} */ (
      performance.getEntriesByType('navigation')
    );

    const same = how?.type === 'reload' || how?.type === 'back_forward';

    // A copy of a window that is open.
    if (mine && !(await held(mine, same ? 10_000 : 1500))) mine = '';

    for (const window of mine ? [] : all) {
      if (await held(window, 0)) {
        mine = window;
        break;
      }
    }

    if (!mine) {
      mine = Math.random().toString(36).slice(2);
      await held(mine, 0);
    }

    try {
      sessionStorage.setItem(session, mine);
    } catch {
      /* as above */
    }

    const values = new Map();
    if (db) {
      for (const [window, name] of keys) {
        if (window === mine) {
          values.set(name, await done(db.transaction(box).objectStore(box).get([window, name])));
        }
      }

      for (const window of all.slice(20)) {
        if (window !== mine) {
          db.transaction(box, 'readwrite')
            .objectStore(box)
            .delete(IDBKeyRange.bound([window], [window, []]));
        }
      }
    }

    return new Store(db, mine, values);
  }

  /** @param {string} name */
  get(name) {
    return this.values.get(name);
  }

  /**
   * Keeps a value, which is asked for when it is written: soon, and at once when the page goes.
   * @param {string} name
   * @param {() => any} value
   */
  set(name, value) {
    if (!this.waiting.size) setTimeout(() => this.flush(), 10);
    this.waiting.set(name, value);
  }

  flush() {
    if (!this.db || !this.waiting.size) return;
    const all = [...this.waiting];
    this.waiting.clear();

    try {
      const writing = this.db.transaction(box, 'readwrite');
      const to = writing.objectStore(box);

      for (const [name, value] of all) to.put(value(), [this.window, name]);
      to.put(Date.now(), [this.window, 'when']);

      writing.commit(); // the page may be about to go
    } catch {
      /* no room, or no longer allowed: it is there as long as the page */
    }
  }

  /** Forgets everything, settings included, in all windows. */
  async clear() {
    this.waiting.clear();
    const { db } = this;
    this.db = null;
    if (db) await done(db.transaction(box, 'readwrite').objectStore(box).clear());

    for (const key of Object.keys(localStorage)) {
      if (key.startsWith(base)) localStorage.removeItem(key);
    }

    sessionStorage.removeItem(session);
  }
}
