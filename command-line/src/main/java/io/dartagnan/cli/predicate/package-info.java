/** Predicates as users type them in {@code --where}, as HBase's filters and as text. */
package io.dartagnan.cli.predicate;
