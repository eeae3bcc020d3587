/** 735 as '12:15'. @param minute of the IST day */
export function timeText(minute: number, hasSeconds = false): string {
  const seconds = Math.floor(minute * 60 + 1e-6);
  const two = (value: number): string => String(value).padStart(2, "0");
  const text = `${two(Math.floor(seconds / 3600))}:${two(Math.floor(seconds / 60) % 60)}`;
  return hasSeconds ? `${text}:${two(seconds % 60)}` : text;
}
