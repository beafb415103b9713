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

async function openStore(mode: IDBTransactionMode): Promise<{ readonly store: IDBObjectStore; close(): void }> {
  const opening = indexedDB.open(DATABASE);
  opening.onupgradeneeded = () => opening.result.createObjectStore(STORE);
  const database = await settled(opening);
  return { store: database.transaction(STORE, mode).objectStore(STORE), close: () => database.close() };
}

/** Keeps a scene in the browser, so that it is there after a reload. Browsers that refuse, as private windows may, keep none. */
export async function keepScene(scene: OwnScene): Promise<void> {
  try {
    const { store, close } = await openStore('readwrite');
    await settled(store.put(scene, KEY));
    close();
  } catch {
    // The page goes on; a reload then finds no scene, and says so.
  }
}

/** Returns the scene that was kept last; undefined if there is none. */
export async function keptScene(): Promise<OwnScene | undefined> {
  try {
    const { store, close } = await openStore('readonly');
    const scene = (await settled(store.get(KEY))) as OwnScene | undefined;
    close();
    return scene;
  } catch {
    return undefined;
  }
}
