package io.dartagnan.schema;

import io.dartagnan.mpc.encoding.ValueType;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Parser of the protections that a schema may declare; each scheme is one line here. */
final class ProtectionParser {

  /** A scheme's word, and what it makes of the type behind it. */
  private record Scheme(String word, Function<Optional<ValueType>, Protection> protection) {}

  private static final List<Scheme> SCHEMES =
      List.of(
          withoutType(PlainProtection.SCHEME, Protection.PLAIN),
          withType(SharedProtection.ADDITIVE, SharedProtection::additive),
          withType(SharedProtection.XOR, SharedProtection::xor),
          withType(SharedProtection.REPLICATED, SharedProtection::replicated),
          withType(SharedProtection.REPLICATED_XOR, SharedProtection::replicatedXor),
          sealed(SealedProtection.Encryption.STD),
          sealed(SealedProtection.Encryption.DET),
          sealed(SealedProtection.Encryption.OPE),
          sealed(SealedProtection.Encryption.SEARCH));

  private ProtectionParser() {}

  static Protection parse(String text) {
    String[] words = text.trim().split("\\s+");
    if (words.length > 2 || words[0].isEmpty()) {
      throw new IllegalArgumentException(
          "'" + text + "' is not '<scheme> <type>', such as 'additive int64' or 'plain'");
    }
    Scheme scheme = scheme(words[0]);
    return scheme
        .protection()
        .apply(words.length == 2 ? Optional.of(ValueType.parse(words[1])) : Optional.empty());
  }

  private static Scheme scheme(String word) {
    return SCHEMES.stream()
        .filter(scheme -> scheme.word().equals(word))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "'%s' is not a scheme; known are: %s"
                        .formatted(
                            word,
                            SCHEMES.stream().map(Scheme::word).collect(Collectors.joining(", ")))));
  }

  private static Scheme withoutType(String word, Protection protection) {
    return new Scheme(
        word,
        type -> {
          if (type.isPresent()) {
            throw new IllegalArgumentException("a %s column takes no type".formatted(word));
          }
          return protection;
        });
  }

  private static Scheme sealed(SealedProtection.Encryption encryption) {
    return new Scheme(encryption.toString(), type -> SealedProtection.of(encryption, type));
  }

  private static Scheme withType(String word, Function<ValueType, Protection> protection) {
    return new Scheme(
        word,
        type ->
            protection.apply(
                type.orElseThrow(
                    () ->
                        new IllegalArgumentException(
                            "scheme '"
                                + word
                                + "' needs a type: int64, bytes(max) or string(max)"))));
  }
}
