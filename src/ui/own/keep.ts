import type { OwnScene } from '../../scenes/own/scene-file.ts';

const DATABASE = 'untangle';
const STORE = 'own-scene';
/** The one key: the scene that was edited last. Its version tells what an older page has kept. */
const KEY = 'latest, version 1';

const settled = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

/** Opens the store, lets `use` make a request, and closes it. @returns the request's result @throws DOMException */
async function inStore<T>(mode: IDBTransactionMode, use: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  const opening = indexedDB.open(DATABASE);
  opening.onupgradeneeded = () => opening.result.createObjectStore(STORE);
  const database = await settled(opening);
  try {
    return await settled(use(database.transaction(STORE, mode).objectStore(STORE)));
  } finally {
    database.close();
  }
}

/** Keeps a scene in the browser, so that it is there after a reload. Browsers that refuse, as private windows may, keep none. */
export async function keepScene(scene: OwnScene): Promise<void> {
  try {
    await inStore('readwrite', (store) => store.put(scene, KEY));
  } catch {
    // The page goes on; a reload then finds no scene, and says so.
  }
}

/** Returns the scene that was kept last; undefined if there is none. */
export async function keptScene(): Promise<OwnScene | undefined> {
  try {
    return await inStore('readonly', (store): IDBRequest<OwnScene | undefined> => store.get(KEY));
  } catch {
    return undefined;
  }
}
