import type { OwnScene } from '../../scenes/own/scene-file.ts';
import { noteOutcome, type Tab, thisTab } from './tab.ts';

const DATABASE = 'untangle';
const STORE = 'own-scene';
/** Tabs whose scenes are kept, those that were edited last. A scene may take some 100 MB, and a browser keeps some GB. */
export const MOST_TABS = 8;
/** Numbers of tabs whose scenes are kept if the browser has no room for more, this tab's among them. */
const FEWER_TABS = [2, 1] as const;
/** The one key of an older page, of the scene that was edited last in any tab. */
const OLD_KEY = 'latest, version 1';
/** Version of the records: the first item of their keys. */
const VERSION = 2;

/** Key of a tab's scene. The store sorts keys by their items, so that the scene that was kept last is the last one. */
type Key = [version: number, time: number, tab: string];

const isKey = (key: IDBValidKey): key is Key =>
  Array.isArray(key) &&
  key.length === 3 &&
  key[0] === VERSION &&
  typeof key[1] === 'number' &&
  typeof key[2] === 'string';

const settled = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

/** Waits until a transaction is stored: a full disk is noticed only then. @throws DOMException */
const stored = (transaction: IDBTransaction): Promise<void> =>
  new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error ?? new DOMException('the transaction ended', 'AbortError'));
  });

/** Opens the database, and makes what isn't there. @param version undefined for the one that it has @throws DOMException */
async function open(version?: number): Promise<IDBDatabase> {
  const opening = indexedDB.open(DATABASE, version);
  opening.onupgradeneeded = () => opening.result.createObjectStore(STORE);
  const database = await settled(opening);
  if (database.objectStoreNames.contains(STORE)) return database;
  // Another page of this address has made the database without the store: only a new version can get one.
  const { version: found } = database;
  database.close();
  return open(found + 1);
}

/** Opens the store, lets `use` make requests in one transaction, and closes it. If a request fails, none has an effect. @throws DOMException */
async function inStore<T>(mode: IDBTransactionMode, use: (store: IDBObjectStore) => Promise<T>): Promise<T> {
  const database = await open();
  try {
    const transaction = database.transaction(STORE, mode);
    const end = stored(transaction);
    // Told by `use`, too, if it fails.
    end.catch(() => undefined);
    const result = await use(transaction.objectStore(STORE)).catch((error: unknown) => {
      abort(transaction);
      throw error;
    });
    await end;
    return result;
  } finally {
    database.close();
  }
}

function abort(transaction: IDBTransaction): void {
  try {
    transaction.abort();
  } catch {
    // It had ended.
  }
}

/**
 * Keeps a scene in the browser as this tab's, so that it is there after a reload.
 * @returns why the browser can't keep it; undefined if it does. Then no older scene is there in its place
 */
export async function keepScene(scene: OwnScene): Promise<string | undefined> {
  const tab = thisTab();
  for (const tabs of [MOST_TABS, ...FEWER_TABS]) {
    try {
      await inStore('readwrite', (store) => put(store, scene, tab, tabs));
      noteOutcome('kept');
      return undefined;
    } catch (error) {
      if (isFull(error) && tabs > 1) continue;
      noteOutcome('refused');
      await inStore('readwrite', (store) => forget(store, tab)).catch(() => undefined);
      return isFull(error) ? 'its storage is full' : 'it refuses storage';
    }
  }
  return undefined;
}

const isFull = (error: unknown): boolean => error instanceof Error && error.name === 'QuotaExceededError';

/** Puts a tab's scene in place of its older one, and removes the oldest scenes of other tabs. @param tabs scenes that are left */
async function put(store: IDBObjectStore, scene: OwnScene, tab: Tab, tabs: number): Promise<void> {
  await forget(store, tab);
  const keys = await settled(store.getAllKeys());
  const known = keys.filter(isKey);
  // The store's order of keys is that of their times, but the scene of an older page is older than any.
  const oldestFirst = [...keys.filter((key) => key === OLD_KEY), ...known];
  for (const key of oldestFirst.slice(0, Math.max(0, oldestFirst.length - (tabs - 1))))
    await settled(store.delete(key));
  // Later than any other, even if the clock was set back.
  const time = Math.max(Date.now(), (known.at(-1)?.[1] ?? 0) + 1);
  await settled(store.put(scene, [VERSION, time, tab.id] satisfies Key));
}

async function forget(store: IDBObjectStore, tab: Tab): Promise<void> {
  for (const key of await settled(store.getAllKeys()))
    if (isKey(key) && key[2] === tab.id) await settled(store.delete(key));
}

/** Why no kept scene can be shown, as a complaint about a link that names one. */
const NAMED = 'it names a scene of one’s own, but this browser';
const NONE = `${NAMED} has kept none`;
const REFUSED = `${NAMED} could not keep the one of this tab`;
const REMOVED = `${NAMED} has made room for those of other tabs`;

/**
 * Returns the scene that this tab kept last. A new tab gets the one that was kept last in any tab, and a duplicate that of its original; from then on it
 * is the tab's own.
 * @param check returns what was kept if that is a whole scene, since an older page or another one of the same address may have kept it. @throws Error
 * @returns otherwise why there is none, as a complaint about a link that names one
 */
export async function keptScene(check: (kept: unknown) => Promise<OwnScene>): Promise<OwnScene | string> {
  const tab = thisTab();
  if (tab.outcome === 'refused') return REFUSED;
  const found = await inStore('readonly', (store) => find(store, tab)).catch(() => undefined);
  if (!found) return tab.outcome === 'kept' ? REMOVED : NONE;
  const scene = await check(found.kept).catch(() => undefined);
  if (!scene) return NONE;
  // The other tab's scene may change.
  if (!isKey(found.key) || found.key[2] !== tab.id) void keepScene(scene);
  return scene;
}

async function find(store: IDBObjectStore, tab: Tab): Promise<{ key: IDBValidKey; kept: unknown } | undefined> {
  const keys = await settled(store.getAllKeys());
  const known = keys.filter(isKey);
  const of = (id: string | undefined) => known.findLast((key) => key[2] === id);
  const latest = known.at(-1) ?? keys.find((key) => key === OLD_KEY);
  const key = of(tab.id) ?? of(tab.from) ?? (tab.outcome === undefined ? latest : undefined);
  return key === undefined ? undefined : { key, kept: await settled(store.get(key)) };
}
