// The stored theme, on the root element before the first paint: a module would come too late, and the content policy
// allows no inline script. Keep in step with state/preferences.ts and styles/theme.ts.
(() => {
  let theme;
  try {
    theme = JSON.parse(localStorage.getItem("theme"));
  } catch {
    // Storage may be switched off, or hold anything: then the page is as it was served, dark.
  }
  const { dataset } = document.documentElement;
  if (theme?.dark === false) dataset.theme = "light";
  if (theme?.colourBlind === true) dataset.palette = "colour-blind";
})();
