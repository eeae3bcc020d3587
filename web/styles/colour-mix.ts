/** `#RRGGBB` or `#RGB`: so much per cent of the one and the rest of the other. */
export function mixed(one: string, other: string, percent: number): string {
  const whole = (colour: string): string => (colour.length === 4 ? colour.replace(/[^#]/g, "$&$&") : colour);
  const part = (colour: string, at: number): number => Number.parseInt(whole(colour.trim()).slice(at, at + 2), 16);
  const channels = [1, 3, 5].map((at) =>
    Math.round((part(one, at) * percent + part(other, at) * (100 - percent)) / 100),
  );
  return `#${channels.map((channel) => channel.toString(16).padStart(2, "0")).join("")}`;
}
