/** Where CI is set, property tests try the same cases in every run: a merge fails for what it changes. Elsewhere they try new ones. */
import fc from "fast-check";

fc.configureGlobal({ seed: 20260822 });
