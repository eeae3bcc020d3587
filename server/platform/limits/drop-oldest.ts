/** Bounds a map that forgets what was set first. */
export function dropOldest<Key>(map: Map<Key, unknown>, most: number): void {
  for (const oldest of map.keys()) {
    if (map.size <= most) return;
    map.delete(oldest);
  }
}
