/**
 * Where the product talks to its users, set when the app is built: an empty address leaves its entry out. Until they are
 * set they lead nowhere.
 */
export const CHANNELS = [
  { label: "Channel", address: import.meta.env["VITE_CHANNEL_URL"] ?? "https://strikeboard.example/channel" },
  { label: "Group", address: import.meta.env["VITE_GROUP_URL"] ?? "https://strikeboard.example/group" },
].filter(({ address }) => address !== "");
