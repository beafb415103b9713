/** Calls an action for each key, but not while the person types or chooses in the panel. */
export function listenToKeys(actions: Readonly<Record<string, (event: KeyboardEvent) => void>>): void {
  addEventListener('keydown', (event) => {
    const { target } = event;
    const isField = target instanceof HTMLInputElement && target.type !== 'checkbox';
    const action = actions[event.key];
    if (!action || isField || target instanceof HTMLSelectElement) return;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    action(event);
  });
}
