/**
 * For node, where a test starts the product: WebAssembly is compiled once, quickly. Most of a start's CPU would go into making the
 * embedded database fast for what a test asks of it a few times. What is measured must do without.
 */
export const QUICK_START: readonly string[] = ["--liftoff-only"];
